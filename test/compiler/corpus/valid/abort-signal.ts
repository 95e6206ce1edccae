import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Signal = AbortSignal;

interface Listening {
  readonly aborted: boolean;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { deadline: '5s' })
  list(signal: AbortSignal, page: number) {}

  @RestRoute('/alias', HttpMethod.Get, new PublicAccess())
  alias(signal?: Signal) {}

  @RestRoute('/pattern', HttpMethod.Get, new PublicAccess())
  pattern({ aborted }: AbortSignal) {}

  @RestRoute('/inject', HttpMethod.Get, new PublicAccess())
  inject(@Param({ inject: AbortSignal }) signal: Listening) {}
}

const type = { kind: 'request', injected: 'AbortSignal' };

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'signal', type },
        { name: 'page', type: { kind: 'number' } },
      ],
    },
    alias: { parameters: [{ name: 'signal', type, optional: true }] },
    pattern: { parameters: [{ name: '{ aborted }', type }] },
    inject: { parameters: [{ name: 'signal', type }] },
  },
};
