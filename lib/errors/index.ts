export { DeclarationException } from './declaration.exception.js';
export { describeFault, FAULTS, type Fault, type FaultCode, type FaultPlace } from './faults.js';
export { forbidden, HTTP_ERRORS, httpError, type HttpErrorCode } from './http-errors.js';
export { InvalidArgumentException } from './invalid-argument.exception.js';
export { RestException, type ErrorBody, type ErrorData } from './rest.exception.js';
export { codeOfStatus, translateError } from './translate-error.js';
export type { Violation, ViolationCode } from './violation.js';
