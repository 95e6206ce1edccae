import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(
    @Param({ type: 'string' }) anything: unknown,
    @Param({ name: 'renamed', enum: ['a', 'b'] }) { length }: string,
  ) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'anything', type: { kind: 'any' } },
        { name: 'renamed', type: { kind: 'string' } },
      ],
    },
  },
};
