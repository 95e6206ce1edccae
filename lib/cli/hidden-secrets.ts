import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { parseHeaders } from '../wordpress/parse-headers.js';
import { withCredentials } from '../wordpress/index-location.js';
import type { Output } from './command-line.js';

const SCHEME = /^[\w-]+ +/;
/** Shorter texts occur in any output. */
const SHORTEST = 4;

/**
 * Runs a command whose output never shows a credential, also where a server repeats what it was sent.
 *
 * @param sources The URLs that may contain a user and a password.
 * @param headers The lines of `--header`.
 */
export async function hidingSecrets(
  sources: readonly string[],
  headers: readonly string[] | undefined,
  output: Output,
  run: (output: Output) => Promise<number>,
): Promise<number> {
  const own = sources.flatMap((source) => withCredentials(source, {}).headers ?? []);
  const sent = [...parseHeaders(headers ?? []), ...own];
  const secrets = sent.flatMap(([, value]) => formsOf(value));
  const hide = (text: string): string => withoutSecrets(text, secrets);
  try {
    return await run(hiddenOutput(output, hide));
  } catch (error) {
    if (!(error instanceof InvalidArgumentException)) throw error;
    throw new InvalidArgumentException(hide(error.message));
  }
}

/** A value, the value without its scheme, and what Basic encodes. The longest are replaced first. */
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
