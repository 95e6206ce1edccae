import type { int } from 'nestjs-rest-routes';

export interface Tagged {
  /** @minLength 2 */
  count: int;
}
