// Empty: class players use its name for their loggers.
package seven.ui;

/** Replaces the class of that name in the class simulator. */
public class GameEngine {
}
