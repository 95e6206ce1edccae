import { buildNestia } from '../nestia/build.mjs';
import * as ajv from './contenders/ajv.mjs';
import * as byHand from './contenders/by-hand.mjs';
import * as classValidator from './contenders/class-validator.mjs';
import * as ours from './contenders/ours.mjs';
import * as zod from './contenders/zod.mjs';

/** Each takes raw arguments, as a request has them, and gives the typed ones, or `undefined`. */
export async function contenders() {
  return {
    ours: ours.validators,
    'ours, found in a request': ours.bound,
    'by hand': byHand,
    ajv,
    ...(await typia()),
    zod,
    'class-validator': classValidator,
  };
}

async function typia() {
  const { folder, trouble } = buildNestia();
  if (trouble === undefined) return { typia: await import(`${folder}/validators.js`) };
  console.warn(`SKIPPED: typia, which nestia's build compiles. ${trouble}\n`);
  return {};
}
