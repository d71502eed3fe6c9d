//! The game runtime of Kinfolk.
