// A bot that plays Virus, Conga and Plantation: any move that makes sense.
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <vector>
using namespace std;

string game;
map<string, string> values;  // the rules, and what `go` tells
vector<int> board;           // row by row: ours above 0, theirs below (Plantation hides theirs)
mt19937 chance;

// Plantation lists no moves: take squares at random until one is ours or beside ours.
string grow(int rows, int cols, int left) {
    auto ours = [&](int r, int c) { return r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] > 0; };
    for (int tries = 0; tries < 20; tries++) {
        int r = chance() % rows, c = chance() % cols;
        string square = " " + to_string(r) + " " + to_string(c);
        if (ours(r, c)) return "fertilise" + square;
        if (ours(r - 1, c) || ours(r + 1, c) || ours(r, c - 1) || ours(r, c + 1)) return "plant" + square;
    }
    string command = left >= 2 ? "spray" : "scout";  // a spray costs two moves
    return command + " " + to_string(chance() % rows) + " " + to_string(chance() % cols);
}

// Your ideas go here: which answer is best?
string choose(const vector<string>& moves) {
    if (game == "plantation") return grow(stoi(values["rows"]), stoi(values["cols"]), stoi(values["left"]));
    return moves[chance() % moves.size()];
}

int main() {
    for (string line; getline(cin, line) && line != "quit";) {
        istringstream words(line);
        string word; words >> word;
        if (word == "start") {  // a new game and its rules: start virus seat 0 size 10 …
            for (words >> game; words >> word;) words >> values[word];
            chance.seed(stoll(values["bot_seed"]));  // the same seed, the same game
        } else if (word == "board") {
            board.clear();
            for (int tile; words >> tile;) board.push_back(tile);
        } else if (word == "go") {  // answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
            vector<string> moves;
            for (words >> word; words >> word && word != "moves";) words >> values[word];
            while (words >> word) moves.push_back(word);
            cout << choose(moves) << endl;  // endl flushes: an answer in a buffer never arrives
        }
    }
}
