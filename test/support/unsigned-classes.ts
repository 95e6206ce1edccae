/** Classes in a file that names nothing of the library, so that no compiler reads it. */

export function overriding(base: new () => object, route: MethodDecorator) {
  class OverridingController extends base {
    @route
    list(plain = 1, n = 2) {
      return { n, plain };
    }
  }
  return OverridingController;
}

export function unsigned(controller: ClassDecorator, route: MethodDecorator) {
  @controller
  class UnsignedController {
    @route
    list(n = 3) {
      return n;
    }
  }
  return UnsignedController;
}
