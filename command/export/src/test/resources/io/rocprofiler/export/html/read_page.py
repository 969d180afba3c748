"""Reads a page of `-f html` strictly, with nothing of ours: markup, base 64, zlib, JSON, columns.

As a program: read_page.py PAGE prints a line for each slice: domain, pid, name, start, end, id, records.
"""
import base64, html.parser, json, re, sys, zlib


class Markup(html.parser.HTMLParser):
    VOID = {'meta', 'link', 'input', 'br'}

    def __init__(self):
        super().__init__()
        self.open, self.scripts, self.ids, self.code = [], {}, set(), ''

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in 'src', 'href', 'action', 'srcset':
            assert attributes.get(name, 'data:').startswith('data:'), (tag, name, attributes[name])
        if 'id' in attributes:
            assert attributes['id'] not in self.ids, attributes['id']
            self.ids.add(attributes['id'])
        if tag not in self.VOID:
            self.open.append((tag, attributes.get('id')))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag, tag

    def handle_data(self, data):
        if self.open and self.open[-1][0] == 'script':
            self.scripts[self.open[-1][1]] = self.scripts.get(self.open[-1][1], '') + data
        elif self.open and self.open[-1][0] == 'style':
            assert 'url(' not in data and '@import' not in data


class Numbers:
    def __init__(self, data):
        self.data, self.at = data, 0

    def unsigned(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                assert byte or shift == 7, 'not the shortest form'
                return value

    def plain(self, size):
        return [self.unsigned() for _ in range(size)]

    def rising(self, size, base):
        values = []
        for _ in range(size):
            base += self.unsigned()
            values.append(base)
        return values

    def steps(self, size):
        value, values = 0, []
        for _ in range(size):
            step = self.unsigned()
            value += step >> 1 ^ -(step & 1)
            values.append(value)
        return values


def read(path):
    """The JSON, and for each lane a list of slices: start, end, name, records, busy, id, a, b, c.

    In the JSON, counters end with their values: time, value.
    """
    text = open(path, encoding='utf-8').read()
    markup = Markup()
    markup.feed(text)
    markup.close()
    assert not markup.open, markup.open
    unpack = lambda name: zlib.decompress(base64.b64decode(markup.scripts[name], validate=True))
    meta, numbers = json.loads(unpack('data-meta')), Numbers(unpack('data-slices'))
    assert meta['format'] == 1
    meta['arguments'] = [line.split('\x1f') for line in unpack('data-arguments').decode().split('\n')[:-1]]
    assert not re.search(r'https?:|\bimport\b|\bfetch\(|XMLHttp|WebSocket', markup.scripts[None]), 'asks for something else'
    base, lanes = int(meta['base']), []
    for process, kind, first, second, stream, size, records in meta['lanes']:
        start = numbers.rising(size, base)
        duration, name, count, busy = (numbers.plain(size) for _ in range(4))
        columns = [numbers.steps(size) for _ in range(4)]
        lanes.append(list(zip(start, [s + d for s, d in zip(start, duration)], name, count, busy, *columns)))
        assert sum(count) == records
        assert all(b == 0 if c == 1 else 0 <= b <= d for b, c, d in zip(busy, count, duration))
    assert numbers.at == len(numbers.data), 'more data than lanes'
    counts = Numbers(unpack('data-counters'))
    for counter in meta['counters']:
        size = counter.pop()
        counter.append(list(zip(counts.rising(size, base), counts.steps(size))))
        assert all(value >= 0 for _, value in counter[3]), counter
        assert all(one[0] < two[0] for one, two in zip(counter[3], counter[3][1:])), counter
    assert counts.at == len(counts.data), 'more data than counters'
    assert sum(map(len, lanes)) == meta['slices'] and sum(lane[6] for lane in meta['lanes']) == meta['records']
    assert sum(name[2] for name in meta['names']) == meta['records']
    return meta, lanes


def main():
    sys.stdout.reconfigure(encoding='utf-8')
    meta, lanes = read(sys.argv[1])
    for lane, slices in zip(meta['lanes'], lanes):
        for start, end, name, count, busy, id, a, b, c in slices:
            domain, text = meta['names'][name][:2]
            print(meta['domains'][domain], meta['processes'][lane[0]]['pid'], json.dumps(text), start, end, id, count)


if __name__ == '__main__':
    main()
