# Sourced by tests: certificates, made by openssl, in the folder certificates of the current one. `authority`
# is known to the programs of the test, by SSL_CERT_FILE, and nobody else is.
# shellcheck shell=sh

# make_certificate NAME NAMES FROM TO [SIGNER]: NAME.pem and NAME.key, for NAMES such as "DNS:localhost", valid
# between two dates such as 20200101000000Z, signed by an authority, or by itself.
make_certificate() {
    mkdir -p certificates/issued
    (
        cd certificates || exit 1
        : >index.txt
        openssl rand -hex 8 >serial
        cat >"$1.conf" <<END
[ca]
default_ca = signer
[signer]
new_certs_dir = issued
database = index.txt
serial = serial
default_md = sha256
policy = any
x509_extensions = extensions
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = any_name
prompt = no
[any_name]
commonName = $1
[extensions]
${2:+subjectAltName = $2}
basicConstraints = critical,CA:$([ "$2" ] && echo FALSE || echo TRUE)
END
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config "$1.conf" \
            -keyout "$1.key" -out "$1.csr" &&
            if [ "${5-}" ]; then
                openssl ca -batch -notext -config "$1.conf" -startdate "$3" -enddate "$4" -in "$1.csr" \
                    -cert "$5.pem" -keyfile "$5.key" -out "$1.pem"
            else
                openssl ca -batch -notext -config "$1.conf" -startdate "$3" -enddate "$4" -in "$1.csr" \
                    -selfsign -keyfile "$1.key" -out "$1.pem"
            fi
    ) >certificates/log 2>&1 || fail "openssl: $(cat certificates/log)"
}

# fingerprint NAME: 64 hexadecimal digits.
fingerprint() {
    openssl x509 -in "certificates/$1.pem" -outform DER | openssl dgst -sha256 -r | cut -c 1-64
}
