/**
 * Control characters, line and paragraph separators, and marks that change the direction of text. With them
 * a request could forge lines of a log, or control the terminal that shows it.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
/** A frame as V8 writes it. */
const BEFORE_FRAME = /\n(?= {4}at \S)/;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A text that may come from a request, as one line of a log: control characters are escaped. */
export function logText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Marks of lines and of direction, which `util.inspect` prints as they are. */
const UNPRINTED = /[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A text that `util.inspect` prints as one line. */
export function printableText(text: string): string {
  return text.replace(UNPRINTED, escaped);
}

/** Never throws. */
export function logError(error: unknown): string {
  try {
    return logText(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  } catch {
    return 'a value that cannot be shown';
  }
}

/**
 * The stack of an error for a log. Only line breaks before a frame stay. Line breaks in the name and the
 * message are escaped, because a request could put text there that looks like frames. If the message was
 * changed after the stack was made, the beginning of the frames is unknown, and all are escaped.
 */
export function logStack(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined;
  const { stack, name, message } = error;
  const end = endOfHeader(stack, [String(name), String(message)]);
  return (
    logText(stack.slice(0, end)) + stack.slice(end).split(BEFORE_FRAME).map(logText).join('\n')
  );
}

/** A class may set its name after the stack was made: only the message must be there. */
function endOfHeader(stack: string, [name, message]: readonly [string, string]): number {
  const start = stack.indexOf(message);
  if (start === -1) return stack.length;
  return Math.max(start + message.length, stack.startsWith(name) ? name.length : 0);
}

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  return NAMED.get(character) ?? `\\u${code}`;
}
