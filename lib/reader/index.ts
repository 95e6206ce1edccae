export { attachmentOf, type Attachment, type AttachedReference } from './attachment.js';
export type { ClassReading } from './read-class.js';
export { createPackageTest } from './package-of-file.js';
export { createProjectView, type ProjectView } from './project-view.js';
export { mentionsRoutes } from './mentions-routes.js';
export { readFile, type FileReading } from './read-file.js';
export { faultLine, type SourceFault } from './source-fault.js';
export { ts } from './typescript.js';
