import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

type Modes = 'b' | 'a';
type Pick1<T> = Modes extends string ? Modes : T;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(mode: Pick1<true>) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [{ name: 'mode', type: { kind: 'enum', name: 'Pick1', values: ['b', 'a'] } }],
    },
  },
};
