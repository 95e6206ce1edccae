import type { int } from 'nestjs-rest-routes';

export interface Owner {
  name: string;
  serial: bigint;
}

export interface Tagged {
  /** @minLength 2 */
  count: int;
}
