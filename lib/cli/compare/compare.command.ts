import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { compareIndices, pairIndices } from '../../wordpress/compare/compare-indices.js';
import { probeRoutes } from '../../wordpress/compare/probe/probe-routes.js';
import { withCredentials } from '../../wordpress/index/reading/index-location.js';
import { readIndex } from '../../wordpress/index/reading/read-index.js';
import type { CommandOptions, Output } from '../command-line.js';
import { hidingSecrets } from '../hidden-secrets.js';
import { readingOptions } from '../reading-options.js';
import { comparisonFormat } from './comparison-formats.js';

const USE =
  'compare takes two indices, each a URL or a file: nestjs-rest-routes compare https://example.com/wp-json/ http://localhost:3000/wp-json/';

/** Lists the differences of two APIs: returns 1 where clients of the first lose something, else 0. */
export function compareCommand(
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0)
    throw new InvalidArgumentException(USE);
  return hidingSecrets(positionals, options.header, output, (hidden) =>
    compareSources(before, after, options, hidden),
  );
}

async function compareSources(
  before: string,
  after: string,
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const format = comparisonFormat(options.format);
  const reading = readingOptions(options, output);
  const [first, second] = await Promise.all([
    readIndex(before, reading),
    readIndex(after, reading),
  ]);
  for (const note of [...first.notes, ...second.notes]) output.complain(`note: ${note}`);
  const pairs = pairIndices(first, second, options.namespace);
  const responses =
    options.probe === true
      ? await probeRoutes(
          pairs,
          { index: first, options: withCredentials(before, reading) },
          { index: second, options: withCredentials(after, reading) },
        )
      : [];
  const differences = [...compareIndices(pairs, first, second), ...responses];
  const routes = pairs.filter((pair) => pair.before !== undefined).length;
  output.print(format({ before: first.source, after: second.source, routes, differences }, output));
  return differences.some(({ impact }) => impact === 'lost') ? 1 : 0;
}
