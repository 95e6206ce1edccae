/**
 * Marks the class `UploadedFile`, as `REQUEST_MARK` marks `RestRequest`: a parameter of that type is
 * an argument of the route, not a service, whichever copy of the package the class comes from.
 */
export const UPLOADED_FILE_MARK = Symbol.for('nestjs-rest-routes.uploaded-file');
