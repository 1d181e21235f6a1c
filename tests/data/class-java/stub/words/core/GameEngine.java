package words.core;

public class GameEngine {
}
