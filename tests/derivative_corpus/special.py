"""Where LAPACK's conventions do not give a good point, and where there is no derivative to compare.

at        values of arguments that the conventions do not give (a list; of flags a string: one a turn)
constant  real inputs that are no independents: tolerances, switches, what nothing but a test reads
ignored   real outputs that are not compared; `why` says why
reason    why the routine has no derivative that could be compared at all
turns     how many points (flags and increments take turns)"""

TALL = {"m": 6, "n": 4, "k": 3}
WIDE = {"m": 3, "n": 5, "k": 2}
SQUARE = {"m": 5, "n": 5, "k": 5}
PERMUTATION = [2, 1, 4, 3, 6, 5, 7, 8]
TRIDIAGONAL_Z = [3.1, 0.4, 4.2, 0.5, 5.3, 0.3, 6.1, 0.45, 7.4, 0.2, 8.3, 0.35] + [0.5] * 28

SCHUR = ("QR iterations end where a subdiagonal element is negligible, up to the square root of the "
         "rounding error: eigenvalues are good to rounding, vectors and Schur forms only to that")
SIGNS = "the signs of the vectors depend on the number of iterations, which differs beside the point"
TREE = "works on the permutations and pointers of a divide-and-conquer tree that its callers build"
BISECTION = ("finds intervals by bisection, or decides by counting: steps, not smooth in its data")
XBLAS = "calls the extended precision BLAS, which Debian does not have"

SPECIAL = {
    # Shapes and flags that the texts only describe.
    "dorgl2": {"at": WIDE}, "dorglq": {"at": WIDE}, "dorgr2": {"at": WIDE}, "dorgrq": {"at": WIDE},
    "dorgbr": {"at": SQUARE}, "dlatrz": {"at": {**WIDE, "l": 2}},
    "dtzrzf": {"at": WIDE}, "dtzrqf": {"at": WIDE},
    "dlarzb": {"at": {"direct": "B", "storev": "R", "l": 2}},
    "dlarzt": {"at": {"direct": "B", "storev": "R"}},
    "dgeqr": {"at": {"tsize": 100}}, "dgelq": {"at": {"tsize": 100}},
    "dlaswlq": {"at": {"m": 3, "n": 8, "mb": 2, "nb": 4}},
    "dlatsqr": {"at": {"m": 8, "n": 3, "mb": 4, "nb": 2}},
    "dorgtsqr": {"at": {"m": 8, "n": 3, "mb": 4, "nb": 2}},
    "dorgtsqr_row": {"at": {"m": 8, "n": 3, "mb": 4, "nb": 2}},
    "dgetsqrhrt": {"at": {"m": 8, "n": 3, "mb1": 4, "nb1": 2, "nb2": 2}},
    "dggglm": {"at": {"n": 6, "m": 4, "p": 4}},
    "dgglse": {"at": {"m": 6, "n": 5, "p": 3}},
    "dorbdb": {"at": {"m": 8}}, "dorbdb1": {"at": {"m": 8}},
    "dorbdb2": {"at": {"m": 8, "p": 2}}, "dorbdb4": {"at": {"m": 6, "p": 3, "q": 4}},
    "dbbcsd": {"at": {"m": 8}, "turns": 1, "why": SIGNS,
               "ignored": ("u1", "u2", "v1t", "v2t", "b11e", "b12e", "b21e", "b22e")},
    "dsytrs_aa_2stage": {"at": {"ltb": 40}}, "dsytrf_aa_2stage": {"at": {"ltb": 40}},
    "dsysv_aa_2stage": {"at": {"ltb": 40}},
    "dgelqt3": {"at": WIDE}, "dgelqt": {"at": {**WIDE, "mb": 2}},
    "dorm22": {"at": {"m": 5, "n": 5, "n1": 2, "n2": 3}},
    **{name: {"at": {"isuppz": [0] * 10}} for name in ("dstevr", "dsyevr", "dsyevr_2stage")},
    "dbdsdc": {"at": {"compq": "I"}}, "dlaexc": {"at": {"n1": 1, "n2": 1}},
    "dtgex2": {"at": {"j1": 1, "n1": 1, "n2": 1}},
    "dla_geamv": {"at": {"trans": 111}}, "dla_gbamv": {"at": {"trans": 112}},
    "dla_syamv": {"at": {"uplo": 121}},
    "dlapmr": {"at": {"k": PERMUTATION, "m": 6}}, "dlapmt": {"at": {"k": PERMUTATION, "n": 6}},
    "dlasq1": {}, "dlasq2": {"at": {"z": TRIDIAGONAL_Z}},
    "dlasq5": {"at": {"z": TRIDIAGONAL_Z, "i0": 1, "n0": 5, "pp": 0}},
    "dlasq6": {"at": {"z": TRIDIAGONAL_Z, "i0": 1, "n0": 5, "pp": 0}},
    "dlagtm": {"at": {"alpha": 1.0, "beta": -1.0}, "constant": ("alpha", "beta")},
    "dgesvj": {"at": {"joba": "G", "jobu": "U", "jobv": "V", "mv": 5}},
    "drotmg": {"at": {"dd1": 0.8, "dd2": 0.6, "dx1": 0.7, "dy1": 0.5}},
    "srotmg": {"at": {"sd1": 0.8, "sd2": 0.6, "sx1": 0.7, "sy1": 0.5}},
    "drotm": {"at": {"dparam": [-1.0, 0.7, 0.4, -0.3, 0.8]}},
    "srotm": {"at": {"sparam": [-1.0, 0.7, 0.4, -0.3, 0.8]}},
    # Tolerances.
    "dgelsy": {"constant": ("rcond",)}, "dgelss": {"constant": ("rcond",)},
    "dgelsd": {"constant": ("rcond",)},
    "dlaein": {"constant": ("eps3", "smlnum", "bignum")},
    "dggsvp3": {"constant": ("tola", "tolb")}, "dtgsja": {"constant": ("tola", "tolb")},
    "dgsvj0": {"constant": ("eps", "sfmin", "tol")},
    "dgsvj1": {"constant": ("eps", "sfmin", "tol")},
    "dlaqgb": {"constant": ("amax", "rowcnd", "colcnd")},
    "dlaqge": {"constant": ("amax", "rowcnd", "colcnd")},
    "dlaqsb": {"constant": ("amax", "scond")}, "dlaqsp": {"constant": ("amax", "scond")},
    "dlaqsy": {"constant": ("amax", "scond")},
    "dlarmm": {"reason": "only decides on a power of two"},
    # Only part of the results has a derivative.
    **{name: {"ignored": ("c",), "why": "is 1 up to rounding where the diagonal dominates"}
       for name in ("dgbequ", "dgeequ")},
    **{name: {"ignored": ("a", "b", "vl", "vr", "rconde", "rcondv", "q", "z", "vs", "vsl", "vsr"),
              "why": SCHUR}
       for name in ("dgeev", "dgeevx", "dggev", "dggev3", "dggevx")},
    "dhgeqz": {"ignored": ("h", "t", "q", "z"), "why": SCHUR},
    # No derivative, or none that differences could show.
    **{name: {"reason": TREE}
       for name in ("dlaed0", "dlaed1", "dlaed2", "dlaed3", "dlaed7", "dlaed8", "dlaed9", "dlaeda",
                    "dlalsa", "dlals0", "dlalsd", "dlasd0", "dlasd1", "dlasd2", "dlasd3", "dlasd6",
                    "dlasd7", "dlasd8", "dlasda", "dlasdq")},
    **{name: {"reason": BISECTION}
       for name in ("dlaebz", "dlarra", "dlarrb", "dlarrc", "dlarrd", "dlarre", "dlarrf", "dlarrj",
                    "dlarrk", "dlarrr", "dlarrv", "dlar1v", "dstebz", "dlaneg", "dstemr", "dstegr")},
    **{name: {"reason": XBLAS}
       for name in ("dgbrfsx", "dgbsvxx", "dgerfsx", "dgesvxx", "dporfsx", "dposvxx", "dsyrfsx",
                    "dsysvxx", "dla_gbrfsx_extended", "dla_gerfsx_extended", "dla_porfsx_extended",
                    "dla_syrfsx_extended")},
    "dlaqz2": {"reason": "one step of a sweep, on ranges its caller chooses: no point is known"},
    **{name: {"reason": "takes a procedure that selects eigenvalues"}
       for name in ("dgees", "dgeesx", "dgges", "dgges3", "dggesx")},
    **{name: {"reason": "reverse communication: one call is no function of its data"}
       for name in ("dlacon", "dlacn2")},
    **{name: {"reason": "wants the factor in the form another routine leaves, header included"}
       for name in ("dgemqr", "dgemlq", "dlamtsqr", "dlamswlq")},
    **{name: {"reason": "wants an orthogonal matrix: what differences would try is none"}
       for name in ("dorcsd", "dorcsd2by1")},
    **{name: {"reason": "rounds to single precision: differences see the rounding"}
       for name in ("dlag2s", "dlat2s", "dsgesv", "dsposv")},
}
