import type { Body } from '../pipeline/body/body-format.js';

/** A body and its bytes, over which the application may check a signature. */
export interface RequestBody {
  readonly body: Body;
  readonly bytes: Buffer | undefined;
}
