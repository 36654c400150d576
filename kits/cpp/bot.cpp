// A bot that plays Virus, Conga and Plantation: any move that makes sense.
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <vector>
using namespace std;

map<string, string> rules;
vector<int> board;  // row by row: ours above 0, theirs below (Plantation hides theirs)
mt19937 chance;

// Your ideas go here: which answer is best?
string choose(const vector<string>& moves) {
    if (!moves.empty()) return moves[chance() % moves.size()];
    // Plantation lists no moves. Any tile of ours can grow; without one, look around.
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
            chance.seed(stoll(rules["bot_seed"]));  // the same seed, the same game
        } else if (word == "board") {
            board.clear();
            for (int tile; words >> tile;) board.push_back(tile);
        } else if (word == "go") {  // answer now, with one line: go 7 time 9000 last 4,7 moves 0,1 1,0 …
            vector<string> moves;
            while (words >> word && word != "moves") {}
            while (words >> word) moves.push_back(word);
            cout << choose(moves) << endl;  // endl flushes: an answer in a buffer never arrives
        }
    }
}
