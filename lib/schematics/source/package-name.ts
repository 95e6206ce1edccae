/** The name under which applications import this package. */
export const PACKAGE = 'nestjs-rest-routes';
