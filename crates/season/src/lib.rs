//! A season of tournaments: teams hand in players for weeks, and games are played where the order is
//! least certain.
