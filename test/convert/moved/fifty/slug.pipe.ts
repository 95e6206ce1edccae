import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';

@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (/^\d/.test(text)) throw new BadRequestException('A slug begins with a letter');
    return text.toLowerCase();
  }
}
