import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseDuration } from '../types/duration.js';
import { parseHeaders, withCredentials } from '../wordpress/index-location.js';
import type { ReadOptions } from '../wordpress/read-options.js';
import type { CommandOptions, Output } from './command-line.js';

const SCHEME = /^[\w-]+ +/;

/** Shorter texts are not replaced: they occur in any output. */
const SHORTEST = 4;

/**
 * Runs a command that reads indices as `--header` and `--timeout` state. Its output never shows a credential, even if
 * a server repeats the request.
 *
 * @param sources The URLs that may contain a user and a password.
 */
export async function readingIndices(
  sources: readonly string[],
  { header = [], timeout }: CommandOptions,
  output: Output,
  run: (reading: ReadOptions, output: Output) => Promise<number>,
): Promise<number> {
  const headers = parseHeaders(header);
  const own = sources.flatMap((source) => withCredentials(source, {}).headers ?? []);
  const secrets = [...headers, ...own].flatMap(([, value]) => formsOf(value));
  const hide = (text: string): string => withoutSecrets(text, secrets);
  const hidden = hiddenOutput(output, hide);
  const { report } = hidden;
  try {
    return await run(
      {
        headers,
        ...(timeout === undefined ? {} : { timeout: checkedTimeout(timeout) }),
        ...(report === undefined ? {} : { report }),
      },
      hidden,
    );
  } catch (error) {
    if (!(error instanceof InvalidArgumentException)) throw error;
    throw new InvalidArgumentException(hide(error.message));
  }
}

function checkedTimeout(text: string): number {
  const timeout = parseDuration(text);
  if (timeout !== undefined && timeout > 0 && timeout <= 2 ** 31 - 1) return timeout;
  throw new InvalidArgumentException(
    `--timeout is a duration such as 500ms, 30s or 2m, not ${JSON.stringify(text)}.`,
  );
}

/** A value, the value without its scheme, and the decoded text of Basic. The longest are replaced first. */
function formsOf(value: string): readonly string[] {
  const token = value.replace(SCHEME, '');
  const decoded = Buffer.from(token, 'base64').toString('utf8');
  const password = decoded.slice(decoded.indexOf(':') + 1);
  const isBasic = /^basic /i.test(value);
  const forms = isBasic ? [value, token, decoded, password] : [value, token];
  return forms.filter((form) => form.length >= SHORTEST);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
}

function hiddenOutput(output: Output, hide: (text: string) => string): Output {
  const { print, complain, report } = output;
  return {
    ...output,
    print: (text) => print(hide(text)),
    complain: (text) => complain(hide(text)),
    ...(report === undefined ? {} : { report: (text: string) => report(hide(text)) }),
  };
}
