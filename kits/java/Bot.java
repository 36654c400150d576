// A bot that plays Virus, Conga and Plantation: any move that makes sense.
import java.util.*;

public class Bot {
    static String start; // the line with the game and its rules
    static int[] board; // row by row: ours above 0, theirs below (Plantation hides theirs)
    static Random random;

    // Your ideas go here: which answer is best?
    static String choose(String go) {
        if (start.startsWith("start plantation ")) return grow(go);
        String[] moves = go.substring(go.indexOf(" moves ") + " moves ".length()).split(" ");
        return moves[random.nextInt(moves.length)];
    }

    // Plantation lists no moves: take squares at random until one is ours or beside ours.
    static String grow(String go) {
        int rows = (int) numberAfter("rows", start), cols = (int) numberAfter("cols", start);
        int[][] field = new int[rows + 2][cols + 2]; // the board with an empty edge
        for (int i = 0; i < board.length; i++) field[1 + i / cols][1 + i % cols] = board[i];
        for (int tries = 0; tries < 20; tries++) {
            int row = random.nextInt(rows), col = random.nextInt(cols), r = row + 1, c = col + 1;
            if (field[r][c] > 0) return "fertilise " + row + " " + col;
            int beside = field[r - 1][c] + field[r + 1][c] + field[r][c - 1] + field[r][c + 1];
            if (beside > 0) return "plant " + row + " " + col;
        }
        String command = numberAfter("left", go) >= 2 ? "spray " : "scout "; // a spray costs two moves
        return command + random.nextInt(rows) + " " + random.nextInt(cols);
    }

    static long numberAfter(String name, String line) {
        List<String> words = List.of(line.split(" "));
        return Long.parseLong(words.get(words.indexOf(name) + 1));
    }

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String line = lines.nextLine();
            if (line.startsWith("start ")) { // a new game and its rules: start virus seat 0 size 10 …
                start = line;
                random = new Random(numberAfter("bot_seed", line)); // the same seed, the same game
            } else if (line.startsWith("board ")) {
                board = Arrays.stream(line.split(" ")).skip(1).mapToInt(Integer::parseInt).toArray();
            } else if (line.startsWith("go ")) { // answer now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
                System.out.println(choose(line));
            } else if (line.equals("quit")) break; // no more games
        }
    }
}
