import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  NotFoundException,
  Scope,
  UnauthorizedException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { BaseExceptionFilter, HttpAdapterHost, REQUEST } from '@nestjs/core';
import { ENHANCER_PLACES, part, type Kit, type Part } from '../part.js';
import { DomainError } from '../errors.js';

/** Sends data as a filter of either adapter does. */
function respond({ adapter }: Kit, host: ArgumentsHost, status: number, data: object): void {
  const response = host.switchToHttp().getResponse();
  if (adapter === 'express') response.status(status).json(data);
  else response.status(status).send(data);
}

const seeError = ({ saw }: Kit, host: ArgumentsHost, error: unknown): void => {
  const http = host.switchToHttp();
  saw('catch', http.getRequest(), http.getResponse(), { error });
};

export const filters: readonly Part[] = [
  part({
    name: 'filter of HttpException',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(HttpException)
      class OfHttp implements ExceptionFilter {
        catch(error: HttpException, host: ArgumentsHost): void {
          seeError(kit, host, error);
          respond(kit, host, error.getStatus(), { filtered: error.message });
        }
      }
      return { filter: OfHttp };
    },
  }),
  part({
    name: 'filter of two classes',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(NotFoundException, UnauthorizedException)
      class OfTwo implements ExceptionFilter {
        catch(error: HttpException, host: ArgumentsHost): void {
          seeError(kit, host, error);
          respond(kit, host, 410, { gone: error.name });
        }
      }
      return { filter: OfTwo };
    },
  }),
  part({
    name: 'filter of a class of the application',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(DomainError)
      class OfDomain implements ExceptionFilter {
        async catch(error: DomainError, host: ArgumentsHost): Promise<void> {
          await kit.pause();
          seeError(kit, host, error);
          respond(kit, host, 422, { domain: error.reason });
        }
      }
      return { filter: OfDomain };
    },
  }),
  part({
    name: 'filter of everything',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch()
      class OfAll implements ExceptionFilter {
        catch(error: unknown, host: ArgumentsHost): void {
          seeError(kit, host, error);
          const status = error instanceof HttpException ? error.getStatus() : 500;
          respond(kit, host, status, { all: String(error) });
        }
      }
      return { filter: OfAll };
    },
  }),
  part({
    name: 'filter of everything that extends that of Nest',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch()
      class Extending extends BaseExceptionFilter {
        override catch(error: unknown, host: ArgumentsHost): void {
          seeError(kit, host, error);
          super.catch(error, host);
        }
      }
      return { filter: Extending };
    },
  }),
  part({
    name: 'filter that replies by the adapter',
    places: ['module', 'class', 'method'],
    make: (kit) => {
      @Injectable()
      @Catch()
      class Replying implements ExceptionFilter {
        constructor(@Inject(HttpAdapterHost) readonly host: HttpAdapterHost) {}
        catch(error: unknown, host: ArgumentsHost): void {
          seeError(kit, host, error);
          const { httpAdapter } = this.host;
          const path: unknown = httpAdapter.getRequestUrl(host.switchToHttp().getRequest());
          httpAdapter.reply(host.switchToHttp().getResponse(), { path }, 500);
        }
      }
      return { filter: Replying };
    },
  }),
  part({
    name: 'filter that throws',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(DomainError)
      class Throwing implements ExceptionFilter {
        catch(error: DomainError, host: ArgumentsHost): void {
          seeError(kit, host, error);
          throw new NotFoundException(error.reason);
        }
      }
      return { filter: Throwing };
    },
  }),
  part({
    name: 'filter that rejects',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(DomainError)
      class Rejecting implements ExceptionFilter {
        async catch(error: DomainError, host: ArgumentsHost): Promise<void> {
          await kit.pause();
          seeError(kit, host, error);
          throw new NotFoundException(error.reason);
        }
      }
      return { filter: Rejecting };
    },
  }),
  part({
    name: 'filter that sets headers',
    places: ENHANCER_PLACES,
    make: (kit) => {
      @Catch(HttpException)
      class Setting implements ExceptionFilter {
        catch(error: HttpException, host: ArgumentsHost): void {
          const response = host.switchToHttp().getResponse();
          if (kit.adapter === 'express')
            response.set('Retry-After', '7').set('Content-Type', 'application/problem+json');
          else
            response.header('Retry-After', '7').header('Content-Type', 'application/problem+json');
          respond(kit, host, error.getStatus(), { title: error.message });
        }
      }
      return { filter: Setting };
    },
  }),
  part({
    name: 'filter of one request',
    places: ['module', 'class', 'method'],
    make: (kit) => {
      @Injectable({ scope: Scope.REQUEST })
      @Catch(HttpException)
      class Scoped implements ExceptionFilter {
        constructor(@Inject(REQUEST) readonly request: { readonly url: string }) {}
        catch(error: HttpException, host: ArgumentsHost): void {
          seeError(kit, host, error);
          respond(kit, host, error.getStatus(), { injected: this.request.url });
        }
      }
      return { filter: Scoped };
    },
  }),
];
