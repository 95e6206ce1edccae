import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseDuration } from '../model/duration.js';
import { parseHeaders } from '../wordpress/parse-headers.js';
import type { ReadOptions } from '../wordpress/read-options.js';
import type { CommandOptions, Output } from './command-line.js';

/** What `--header` and `--timeout` state, for commands that read an index. */
export function readingOptions(
  { header = [], timeout }: CommandOptions,
  { report }: Output,
): ReadOptions {
  return {
    headers: parseHeaders(header),
    ...(timeout === undefined ? {} : { timeout: checkedTimeout(timeout) }),
    ...(report === undefined ? {} : { report }),
  };
}

function checkedTimeout(text: string): number {
  const timeout = parseDuration(text);
  if (timeout !== undefined && timeout > 0 && timeout <= 2 ** 31 - 1) return timeout;
  throw new InvalidArgumentException(
    `--timeout is a duration such as 500ms, 30s or 2m, not ${JSON.stringify(text)}.`,
  );
}
