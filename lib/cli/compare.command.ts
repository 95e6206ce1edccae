import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { compareIndices, pairIndices } from '../wordpress/compare/compare-routes.js';
import { probeRoutes } from '../wordpress/compare/pair-routes.js';
import { withCredentials } from '../wordpress/index-location.js';
import { trimmedNamespace } from '../wordpress/parse-routes.js';
import { readIndex } from '../wordpress/read-index.js';
import type { CommandOptions, Output } from './command-line.js';
import { formatNamed, jsonText, markdownLines, tableLines } from './formats.js';
import { readingIndices } from './read-indices.js';
import type { ReadOptions } from '../wordpress/read-options.js';
import { logText } from '../shared/log-text.js';
import type { Difference, Impact } from '../wordpress/compare/difference.js';

const FORMATS: Readonly<Record<string, typeof text>> = { text, json, markdown };

/** The most severe first. */
const IMPACTS: readonly Impact[] = ['lost', 'changed', 'gained'];

const COLORS = { lost: 31, changed: 33, gained: 32 } as const;

const COLUMNS = ['Impact', 'Methods', 'Route', 'Difference'] as const;

const USE =
  'compare needs two indices, each a URL or a file: nestjs-rest-routes compare https://example.com/wp-json/ http://localhost:3000/wp-json/';

/** Returns 1 if clients of the first API lose something, else 0. */
export function compareCommand(
  positionals: readonly string[],
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0)
    throw new InvalidArgumentException(USE);
  return readingIndices(positionals, options, output, (reading, hidden) =>
    compareSources([before, after], reading, options, hidden),
  );
}

async function compareSources(
  [before, after]: readonly [string, string],
  reading: ReadOptions,
  options: CommandOptions,
  output: Output,
): Promise<number> {
  const format = formatNamed(FORMATS, options.format ?? 'text');
  const [first, second] = await Promise.all([
    readIndex(before, reading),
    readIndex(after, reading),
  ]);
  const { namespace } = options;
  const own = namespace === undefined ? undefined : trimmedNamespace(namespace);
  for (const route of [...first.routes, ...second.routes]) {
    if (own !== undefined && route.namespace !== own) continue;
    for (const note of route.notes) output.complain(`note: ${note}`);
  }
  const pairs = pairIndices(first, second, own);
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

interface Comparison {
  /** The indices, without credentials. */
  readonly before: string;
  readonly after: string;
  /** How many routes of the first index were compared. */
  readonly routes: number;
  readonly differences: readonly Difference[];
}

function text(comparison: Comparison, { hasColors = false }: Pick<Output, 'hasColors'>): string {
  const lines = tableLines(sorted(comparison).map(cellsOf));
  const colored = (line: string): string =>
    line.replace(/^\w+/, (impact) => `\u001b[${COLORS[impact as Impact]}m${impact}\u001b[39m`);
  return [...(hasColors ? lines.map(colored) : lines), summary(comparison)].join('\n');
}

function json(comparison: Comparison): string {
  const { before, after, routes } = comparison;
  const differences = sorted(comparison);
  return jsonText({ before, after, routes, ...counts(comparison), differences });
}

function markdown(comparison: Comparison): string {
  const rows = sorted(comparison).map(markdownCells);
  const table = rows.length === 0 ? [] : [...markdownLines(COLUMNS, rows), ''];
  return [...table, summary(comparison)].join('\n');
}

/** Escapes the text of an index, which is foreign: it must not become markup. */
function markdownCells(difference: Difference): readonly string[] {
  const [impact = '', methods = '', route = '', what = ''] = cellsOf(difference);
  return [impact, methods, code(route), what.replaceAll(/[\\|`*_<>[\]]/g, '\\$&')];
}

/** A code span ends at the next backtick, which cannot be escaped. */
function code(cell: string): string {
  return `\`${cell.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

function sorted({ differences }: Comparison): readonly Difference[] {
  return IMPACTS.flatMap((impact) => differences.filter((one) => one.impact === impact));
}

function cellsOf({ impact, methods, route, argument, text: what }: Difference): readonly string[] {
  const place = argument === undefined ? '' : `${argument}: `;
  return [impact, methods.join(', '), route, `${place}${what}`].map(logText);
}

function summary(comparison: Comparison): string {
  const { lost, changed, gained } = counts(comparison);
  const { routes } = comparison;
  const where = `in ${routes} ${routes === 1 ? 'route' : 'routes'}.`;
  if (lost + changed + gained === 0) return `No difference ${where}`;
  return `${lost} lost, ${changed} changed, ${gained} gained ${where}`;
}

function counts({ differences }: Comparison): Readonly<Record<Impact, number>> {
  const count = (impact: Impact): number =>
    differences.filter((one) => one.impact === impact).length;
  return { lost: count('lost'), changed: count('changed'), gained: count('gained') };
}
