import { removeSignature } from '../../support/signature-of.js';
import { Guest } from './fixture/guest.js';

/** Runs a function while the classes have no signatures: they keep those that an application attaches. */
export async function withoutSignatures<Result>(
  types: readonly object[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const type of [...types, Guest]) removeSignature(type);
  return work();
}
