package words.core;

public class GameController {
}
