import { StreamableFile } from '@nestjs/common';

/** The source of Nest's own handler. */
const NEST_HANDLER = String(new StreamableFile(new Uint8Array()).errorHandler);

/** Whether the application has set its own handler of a file, by `setErrorHandler()`. */
export function hasOwnErrorHandler(file: StreamableFile): boolean {
  return String(file.errorHandler) !== NEST_HANDLER;
}
