#!/bin/sh
# Rebuilds crates/words/data/{wordlist,common-words}.txt and 7letterWords.txt beside this script from their two
# public sources, and checks them against SHA256SUMS. Needs npm, apt-get, dpkg-deb and the usual text tools (Debian).
#
#   sh files/build.sh            build below a temporary folder and compare with SHA256SUMS
#   sh files/build.sh --write    also put the result in place and renew SHA256SUMS
set -eu
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm pack --silent word-list@4.1.0 >/dev/null
tar xzf word-list-4.1.0.tgz
apt-get download scowl=2020.12.07-2 >/dev/null
dpkg-deb -x scowl_*.deb scowl

# word-list is plain ASCII; SCOWL is Latin-1 with possessives and accents, which the pattern drops.
{
    cat package/words.txt
    for region in english american british canadian; do
        for size in 10 20 35 40 50 55 60; do
            file=scowl/usr/share/dict/scowl/$region-words.$size
            if [ -f "$file" ]; then cat "$file"; fi
        done
    done
} | grep -E '^[a-z]{2,15}$' | tr a-z A-Z | sort -u > wordlist.txt
grep -E '^[A-Z]{7}$' wordlist.txt > 7letterWords.txt

# each word in the group of its smallest size
for size in 10 20 35; do
    for region in english american british canadian; do
        file=scowl/usr/share/dict/scowl/$region-words.$size
        if [ -f "$file" ]; then sed "s/\$/ $size/" "$file"; fi
    done
done | grep -E '^[a-z]{2,15} ' | tr a-z A-Z | sort -k1,1 -k2,2n | awk '!seen[$1]++' | sort -k2,2n -k1,1 |
    awk '$2 != size { size = $2; print "# " ++level } { print $1 }' > common-words.txt

if [ "${1:-}" = --write ]; then
    cp wordlist.txt common-words.txt "$here/../crates/words/data/"
    cp 7letterWords.txt "$here/"
    sha256sum wordlist.txt common-words.txt 7letterWords.txt > "$here/SHA256SUMS"
fi
sha256sum -c "$here/SHA256SUMS"
