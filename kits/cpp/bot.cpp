// A bot for Virus, Conga and Plantation. It plays random legal moves.
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <vector>
using namespace std;

map<string, string> rules;
vector<int> board;  // row by row: ours positive, theirs negative (hidden in Plantation)
mt19937 chance;

// Your ideas go here: which move is best?
string choose(const vector<string>& moves) {
    if (!moves.empty()) return moves[chance() % moves.size()];
    // Plantation lists no moves. Grow one of our tiles; without tiles, scout.
    vector<int> ours;
    for (size_t at = 0; at < board.size(); at++) if (board[at] > 0) ours.push_back(at);
    if (ours.empty()) return "scout 0 0";
    int cols = stoi(rules["cols"]), at = ours[chance() % ours.size()];
    return "fertilise " + to_string(at / cols) + " " + to_string(at % cols);
}

int main() {
    for (string line, word; getline(cin, line) && line != "quit";) {
        istringstream words(line);
        words >> word;
        if (word == "start") {  // a new game and its rules: start virus seat 0 size 10 …
            for (words >> rules["game"]; words >> word;) words >> rules[word];
            chance.seed(stoll(rules["bot_seed"]));  // the same seed gives the same game
        } else if (word == "board") {
            board.clear();
            for (int tile; words >> tile;) board.push_back(tile);
        } else if (word == "go") {  // send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
            vector<string> moves;
            while (words >> word && word != "moves") {}
            while (words >> word) moves.push_back(word);
            cout << choose(moves) << endl;  // endl flushes: a move left in the buffer never arrives
        }
    }
}
