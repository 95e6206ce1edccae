/** How often a validator is called in a burst; class-validator, which is slow, less often. */
export const CALLS = 200_000;
/** How many bursts make one time, their median. */
export const BURSTS = 11;
