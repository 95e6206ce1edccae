import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

export namespace Order {
  export enum State {
    Open = 'open',
    Paid = 'paid',
  }
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(state: Order.State) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        {
          name: 'state',
          type: {
            kind: 'enum',
            name: 'State',
            members: ['Open', 'Paid'],
            values: ['open', 'paid'],
          },
        },
      ],
    },
  },
};
