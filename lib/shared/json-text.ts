/** The JSON text of data, to be kept. */
export interface JsonText {
  readonly text: string;
  /** Whether the text stands for values of the type BigInt, which JSON does not have, in a form of its own. */
  readonly hasBigInts: boolean;
}

/** Begins a text that stands for a BigInt, and one that begins with this character itself. */
const MARK = '\u0000';

/**
 * The JSON text of data; `undefined` if they have none, as a function. Data with a BigInt have a text too, but one that
 * only `dataOfText` reads: the application may have a replacer or a hook that converts them when they are sent.
 *
 * @throws TypeError on a cycle, and whatever a `toJSON` throws.
 */
export function jsonTextOf(data: unknown): JsonText | undefined {
  try {
    return known(JSON.stringify(data), false);
  } catch (error) {
    let hasBigInts = false;
    const text = JSON.stringify(data, (_name, value: unknown) => {
      hasBigInts ||= typeof value === 'bigint';
      return marked(value);
    });
    // The first error was for another reason, which is gone: whatever a `toJSON` has thrown.
    if (!hasBigInts) throw error;
    return known(text, true);
  }
}

function known(text: string | undefined, hasBigInts: boolean): JsonText | undefined {
  return text === undefined ? undefined : { text, hasBigInts };
}

function marked(value: unknown): unknown {
  if (typeof value === 'bigint') return `${MARK}n${value}`;
  return typeof value === 'string' && value.startsWith(MARK) ? `${MARK}s${value}` : value;
}

/** New data of a text at each call: what they are given to may change them. */
export function dataOfText({ text, hasBigInts }: JsonText): unknown {
  return hasBigInts
    ? JSON.parse(text, (_name, value: unknown) => unmarked(value))
    : JSON.parse(text);
}

function unmarked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
  const rest = value.slice(2);
  return value[1] === 'n' ? BigInt(rest) : rest;
}
