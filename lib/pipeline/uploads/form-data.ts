/** The media type of forms with files. */
export const FORM_DATA = 'multipart/form-data';
