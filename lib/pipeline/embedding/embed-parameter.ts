/** Whether the links of a relation are embedded. */
export type IsEmbedded = (rel: string) => boolean;

const EVERY: IsEmbedded = () => true;
/** What means every relation; `0` does too, since PHP takes it for empty. */
const MEANS_EVERY: ReadonlySet<unknown> = new Set(['', '0', '1', 'true']);

/**
 * Reads `_embed`: all embeddable links, or those of the relations that are named, in a list or separated by
 * commas or white space. Relations are named as they are in the response, `wp:term` and not its URL.
 *
 * @example
 * parseEmbed('author,wp:term');
 *
 * @see WordPress, `rest_parse_embed_param`
 */
export function parseEmbed(value: unknown): IsEmbedded {
  if (MEANS_EVERY.has(value)) return EVERY;
  const names = namesIn(value);
  return names.size === 0 ? EVERY : (rel) => names.has(rel);
}

/** WordPress does not split the names of a list. */
function namesIn(value: unknown): ReadonlySet<unknown> {
  if (typeof value === 'string') return new Set(value.match(/[^\s,]+/g));
  const values: readonly unknown[] =
    typeof value === 'object' && value !== null ? Object.values(value) : [];
  return new Set(values.filter((one) => typeof one === 'string'));
}
