// A bot for Virus, Conga and Plantation. It plays random legal moves.
import java.util.*;
import java.util.stream.IntStream;

public class Bot {
    static String start; // the line with the game and its rules
    static int[] board; // row by row: ours positive, theirs negative (hidden in Plantation)
    static Random random;

    // Your ideas go here: which move is best?
    static String choose(String go) {
        if (go.contains(" moves ")) {
            String[] moves = go.substring(go.indexOf(" moves ") + " moves ".length()).split(" ");
            return moves[random.nextInt(moves.length)];
        }
        // Plantation lists no moves. Grow one of our tiles; without tiles, scout.
        int[] ours = IntStream.range(0, board.length).filter(i -> board[i] > 0).toArray();
        if (ours.length == 0) return "scout 0 0";
        int at = ours[random.nextInt(ours.length)], cols = (int) numberAfter("cols");
        return "fertilise " + at / cols + " " + at % cols;
    }

    static long numberAfter(String name) {
        List<String> words = List.of(start.split(" "));
        return Long.parseLong(words.get(words.indexOf(name) + 1));
    }

    public static void main(String[] arguments) {
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine();) {
            String line = lines.nextLine();
            if (line.startsWith("start ")) { // a new game and its rules: start virus seat 0 size 10 …
                start = line;
                random = new Random(numberAfter("bot_seed")); // the same seed gives the same game
            } else if (line.startsWith("board ")) {
                board = Arrays.stream(line.split(" ")).skip(1).mapToInt(Integer::parseInt).toArray();
            } else if (line.startsWith("go ")) { // send one move now: go 7 time 9000 last 4,7 moves 0,1 1,0 …
                System.out.println(choose(line));
            } else if (line.equals("quit")) break; // no more games
        }
    }
}
