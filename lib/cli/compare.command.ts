import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { readIndex } from '../wordpress/index/reading/read-index.js';
import type { CommandOptions, Output } from './command-line.js';
import { readingOptions } from './reading-options.js';

/** Lists the differences of two indices: 1 where clients of the first lose something, else 0. */
export async function compareCommand(
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0) {
    throw new InvalidArgumentException(
      'compare takes two indices, each a URL or a file: nestjs-rest-routes compare https://example.com/wp-json/ http://localhost:3000/wp-json/',
    );
  }
  const reading = readingOptions(options, output);
  await Promise.all([readIndex(before, reading), readIndex(after, reading)]);
  return 0;
}
