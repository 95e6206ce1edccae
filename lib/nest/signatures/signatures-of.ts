import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { SIGNATURES_FORMAT, type RestSignatures } from '../../model/signature/rest-signatures.js';
import { isObject } from '../../shared/is-object.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/** The name of our part in what Nest's command line writes to `metadata.ts`, below the name of the plugin. */
const SECTION = 'restSignatures';

/**
 * The signatures that the option states; `undefined` where it states none.
 *
 * @throws InvalidArgumentException where the option holds anything else, or another version's format.
 */
export async function signaturesOf({
  signatures,
}: RestModuleOptions): Promise<RestSignatures | undefined> {
  if (signatures === undefined) return undefined;
  const given: unknown = typeof signatures === 'function' ? await signatures() : signatures;
  const found = isSignatures(given) ? given : sectionOf(given);
  if (found === undefined)
    throw invalid('is neither a file of signatures nor the metadata of Nest');
  if (found.format !== SIGNATURES_FORMAT) {
    throw invalid(`has the format ${String(found.format)}, not ${SIGNATURES_FORMAT}`);
  }
  return found;
}

/** In Nest's metadata, each plugin has an entry under the name that `nest-cli.json` gives it. */
function sectionOf(given: unknown): RestSignatures | undefined {
  if (!isObject(given)) return undefined;
  const sections = Object.values(given).flatMap((entry: unknown) =>
    isObject(entry) ? [Reflect.get(entry, SECTION) as unknown] : [],
  );
  return sections.find(isSignatures);
}

function isSignatures(value: unknown): value is RestSignatures {
  return isObject(value) && 'format' in value && 'files' in value && Array.isArray(value.files);
}

function invalid(reason: string): InvalidArgumentException {
  return new InvalidArgumentException(
    `RestModule: signatures ${reason}. Write the file with: npx nestjs-rest-routes signatures`,
  );
}
