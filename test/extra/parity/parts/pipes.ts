import {
  BadRequestException,
  DefaultValuePipe,
  ForbiddenException,
  Injectable,
  Scope,
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { ENHANCER_PLACES, part, type Part } from '../part.js';

export const pipes: readonly Part[] = [
  part({
    name: 'pipe that trims',
    places: [...ENHANCER_PLACES, 'parameter'],
    make: ({ recorder, name }) => ({
      pipe: class Trimming implements PipeTransform {
        transform(value: unknown, metadata: ArgumentMetadata): unknown {
          recorder.saw(`${name} transform ${metadata.type}`, {}, {}, { value, metadata });
          return typeof value === 'string' ? value.trim() : value;
        }
      },
    }),
  }),
  part({
    name: 'pipe that waits',
    places: [...ENHANCER_PLACES, 'parameter'],
    make: ({ pause }) => ({
      pipe: class Waiting implements PipeTransform {
        async transform(value: unknown): Promise<unknown> {
          await pause();
          return value;
        }
      },
    }),
  }),
  part({
    name: 'pipe that rejects',
    places: ['parameter'],
    make: () => ({
      pipe: class Rejecting implements PipeTransform {
        transform(value: unknown): unknown {
          if (JSON.stringify(value)?.includes('script') === true)
            throw new BadRequestException(['no scripts']);
          return value;
        }
      },
    }),
  }),
  part({
    name: 'pipe with a default',
    places: ['parameter'],
    make: () => ({ pipe: new DefaultValuePipe('a default') }),
  }),
  part({
    name: 'pipe of one request',
    places: ['class', 'method'],
    make: () => {
      @Injectable({ scope: Scope.REQUEST })
      class Scoped implements PipeTransform {
        #calls = 0;
        transform(value: unknown): unknown {
          return typeof value === 'object' && value !== null && !Array.isArray(value)
            ? { ...value, calls: ++this.#calls }
            : value;
        }
      }
      return { pipe: Scoped };
    },
  }),
  part({
    name: 'ValidationPipe',
    places: ['application', 'module'],
    only: 'validation',
    make: ({ random }) => ({
      pipe: new ValidationPipe({
        transform: true,
        whitelist: true,
        ...random.pick([
          {},
          { errorHttpStatusCode: 422 as const },
          { stopAtFirstError: true },
          { disableErrorMessages: true },
        ]),
      }),
    }),
  }),
  part({
    name: 'parameter decorator',
    make: ({ see, isMeant, random, pause }) => {
      const isLater = random.chance(0.5);
      const read = (context: Parameters<typeof see>[1]): unknown => {
        see('parameter', context);
        const request = context.switchToHttp().getRequest();
        if (isMeant(request)) throw new ForbiddenException('of a parameter');
        return request.headers['accept-language'];
      };
      return {
        parameter: async (_data, context) => {
          if (isLater) await pause();
          return read(context);
        },
      };
    },
  }),
];
