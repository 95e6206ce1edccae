import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';

@Injectable()
export class ParseObjectIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (/^[0-9a-f]{24}$/.test(value)) return value;
    throw new BadRequestException('Invalid id');
  }
}
