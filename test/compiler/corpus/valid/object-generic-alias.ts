import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type Box<T> = { value: T };
type Numbers = Box<int | null>;

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(a: Box<string>, b: Numbers) {}
}

export const expected = {
  methods: {
    create: {
      parameters: [
        {
          name: 'a',
          type: {
            kind: 'object',
            name: 'Box',
            properties: [{ name: 'value', type: { kind: 'string' } }],
          },
        },
        {
          name: 'b',
          type: {
            kind: 'object',
            name: 'Numbers',
            properties: [{ name: 'value', type: { kind: 'integer', nullable: true } }],
          },
        },
      ],
    },
  },
};
