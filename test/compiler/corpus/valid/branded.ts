import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

type UserId = string & { readonly __brand: 'UserId' };
type Age = int & { readonly __brand: unique symbol };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: UserId, age: Age, others?: UserId[]): UserId {
    return id;
  }
}

export const expected = {
  methods: {
    one: {
      parameters: [
        { name: 'id', type: { kind: 'string' } },
        { name: 'age', type: { kind: 'integer' } },
        { name: 'others', type: { kind: 'array', items: { kind: 'string' } }, optional: true },
      ],
      returns: { kind: 'string' },
    },
  },
};
