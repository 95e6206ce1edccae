import { ValueClass } from 'nestjs-rest-routes';

@ValueClass()
export class Subject {
  name: string;
  children: Subject[];
}

export const expected = {
  properties: [
    { name: 'name', type: { kind: 'string' } },
    { name: 'children', type: { kind: 'array', items: { kind: 'class', name: 'Subject' } } },
  ],
};

export const references = () => ({ Subject });
