/**
 * Marks the class `RestRequest`, so that a parameter of that type is known for what it is without
 * an import of the class; a registered symbol, so that two copies of the package understand each other.
 */
export const REQUEST_MARK = Symbol.for('nestjs-rest-routes.request');

/**
 * Marks the class `UploadedFile`, as `REQUEST_MARK` marks `RestRequest`: a parameter of that type is
 * an argument of the route, not a service, whichever copy of the package the class comes from.
 */
export const UPLOADED_FILE_MARK = Symbol.for('nestjs-rest-routes.uploaded-file');
