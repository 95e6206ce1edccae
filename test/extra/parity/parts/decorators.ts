import { Header, HttpCode, SetMetadata, applyDecorators } from '@nestjs/common';
import { part, type Part } from '../part.js';

export const decorators: readonly Part[] = [
  part({
    name: '@Header',
    places: ['method'],
    make: ({ random }) => {
      const [name, value] = random.pick([
        ['X-Of-Decorator', 'yes'],
        ['Cache-Control', 'no-store'],
        ['Vary', 'X-Of-Decorator'],
        ['Content-Type', 'application/vnd.acme+json'],
        ['ETag', '"of-decorator"'],
        ['Set-Cookie', 'of=decorator'],
        ['Link', '</next>; rel=next'],
      ] as const);
      return { decorator: Header(name, value) as ClassDecorator & MethodDecorator };
    },
  }),
  part({
    name: '@Header with a function',
    places: ['method'],
    make: () => {
      let calls = 0;
      return {
        decorator: Header('X-Calls', () => String(++calls)) as ClassDecorator & MethodDecorator,
      };
    },
  }),
  part({
    name: '@HttpCode',
    places: ['method'],
    make: ({ random }) => ({
      decorator: HttpCode(random.pick([200, 202, 203, 226])) as ClassDecorator & MethodDecorator,
    }),
  }),
  part({
    name: 'composed decorator',
    places: ['class', 'method'],
    make: () => ({ decorator: applyDecorators(SetMetadata('audited', true)) }),
  }),
];
