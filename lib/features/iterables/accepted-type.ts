/** The media types of lines of JSON, and of a list. Of several that a client accepts alike, the first one is sent. */
const TYPES = ['application/x-ndjson', 'application/jsonl', 'application/json'] as const;

/** The media type of a list whose items are sent one by one. */
export type ItemsType = (typeof TYPES)[number];

/**
 * The media type that a client prefers: lines, as Nest sends them, unless `Accept` names JSON, and no lines before it.
 *
 * @example
 * acceptedType('*\/*'); // 'application/x-ndjson'
 * acceptedType('application/json, text/plain, *\/*'); // 'application/json'
 * @see RFC 9110, 12.5.1
 */
export function acceptedType(accept: string | undefined): ItemsType {
  const [first] = TYPES;
  if (accept === undefined) return first;
  const ranges = accept.split(',').map(rangeOf);
  const weighed = TYPES.map((type) => ({ type, weight: weightOf(type, ranges) }));
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).type;
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function rangeOf(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const stated = parameters.find((one) => one.startsWith('q='))?.slice(2);
  const quality = stated === undefined ? 1 : Number(stated);
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** Of two with the same quality, the client prefers what it names. */
function weightOf(type: ItemsType, ranges: readonly MediaRange[]): number {
  const names = [type, 'application/*', '*/*'];
  const at = names.findIndex((name) => ranges.some((range) => range.type === name));
  const range = ranges.find((one) => one.type === names[at]);
  return range === undefined || range.quality === 0 ? 0 : range.quality * names.length - at / 1000;
}
