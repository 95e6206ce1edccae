/** The door of the tests to the command line in their own process: `spawn` takes a second for each command. */
export { run } from '../../../lib/cli/run.js';
