import * as library from 'nestjs-rest-routes';

/** Stands for a file that no compiler reads: the name of the decorator is not in it. */
const route = library[['Rest', 'Route'].join('') as 'Cache'] as unknown as (
  ...args: readonly unknown[]
) => MethodDecorator;

export function withoutRoutes(base: new () => object) {
  class OverridingController extends base {
    @route('', 'GET', new library.PublicAccess())
    list(plain = 1, n = 2) {
      return { n, plain };
    }
  }
  return OverridingController;
}
