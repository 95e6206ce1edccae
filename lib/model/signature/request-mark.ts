/**
 * Marks the class `RestRequest`, so that a parameter of that type is known for what it is without
 * an import of the class; a registered symbol, so that two copies of the package understand each other.
 */
export const REQUEST_MARK = Symbol.for('nestjs-rest-routes.request');
